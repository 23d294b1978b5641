/** True if this browser supports WebGL. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2') ?? legacyContext();
  // Releases the context, because browsers limit their number.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

function legacyContext() {
  return document.createElement('canvas').getContext('webgl');
}
