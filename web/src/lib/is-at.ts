/** Whether the address has this path, in any spelling of the router. False for a screen that another one will replace. */
export function isAt(path: string): boolean {
  return location.pathname.replace(/\/$/, '').toLowerCase() === path;
}
