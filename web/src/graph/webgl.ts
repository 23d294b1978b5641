/** True when this browser draws with WebGL. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2') ?? legacyContext();
  // A browser allows only so many of them.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

function legacyContext() {
  return document.createElement('canvas').getContext('webgl');
}
