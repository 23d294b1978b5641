/** The function on its window that a page would call if it ran one of the texts. */
export const MARK = 'hostileTextRan';

const run = `${MARK}()`;

/** Elements that run code by themselves when they are inserted into a page as markup. */
const selfRunning = [
  ['script', ''],
  ['img', 'src=x onerror'],
  ['svg', 'onload'],
  ['body', 'onload'],
  ['iframe', 'onload'],
  ['video', 'src=x onerror'],
  ['audio', 'src=x onerror'],
  ['object', 'data=x onerror'],
  ['embed', 'src=x onload'],
  ['input', 'autofocus onfocus'],
  ['select', 'autofocus onfocus'],
  ['textarea', 'autofocus onfocus'],
  ['button', 'autofocus onfocus'],
  ['details', 'open ontoggle'],
  ['marquee', 'onstart'],
  ['style', 'onload'],
  ['link', 'rel=stylesheet href=x onerror'],
  ['video', 'autoplay src=x oncanplay'],
  ['p', 'style=animation:x onanimationstart'],
  ['div', 'style=transition:all onpointerover'],
] as const;

/** Prefixes with which a text can break out of its context in the markup. */
const breakouts = ['', '"><', "'><", '--><', '</textarea><', '</title><', ']]><'];

function asMarkup([element, attribute]: (typeof selfRunning)[number], breakout: string): string {
  const opening = breakout.endsWith('<') ? breakout : `${breakout}<`;
  return attribute === '' ? `${opening}${element}>${run}</${element}>` : `${opening}${element} ${attribute}=${run}>`;
}

const addresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `java\tscript:${run}`,
  ` javascript:${run}`,
  `javascript&colon;${run}`,
  `vbscript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `data:text/html;base64,${Buffer.from(`<script>${run}</script>`).toString('base64')}`,
  `//example.invalid/${run}`,
  `https://example.invalid/"onmouseover="${run}`,
];

const expressions = [
  `\${${run}}`,
  `{{${run}}}`,
  `{{constructor.constructor('${run}')()}}`,
  `<%= ${run} %>`,
  `#{${run}}`,
  `');${run};//`,
  `";${run};//`,
  `\`;${run};//`,
  `"-${run}-"`,
  `'-${run}-'`,
  `</script><script>${run}</script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<<script>${run};//<</script>`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `&#60;script&#62;${run}&#60;/script&#62;`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><script>${run}</script></svg>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<template><script>${run}</script></template>`,
  `<a href="javascript:${run}">read on</a>`,
  `<form action="javascript:${run}"><input type=submit autofocus></form>`,
  `<base href="javascript:${run}//">`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<iframe srcdoc="<script>parent.${run}</script>">`,
  `[read on](javascript:${run})`,
  `![x](x" onerror="${run})`,
  `__proto__`,
  `constructor`,
  `{"__proto__":{"innerHTML":"<img src=x onerror=${run}>"}}`,
  `{"type":"script","props":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${run}>"}}}`,
  `\u202e<img src=x onerror=${run}>`,
  `\u2028${run}\u2029`,
  `\ufeff<script>${run}</script>`,
];

/** Texts that would run as code if any screen treated them as anything but text. */
export const hostileTexts: readonly string[] = [
  ...new Set([
    ...selfRunning.flatMap((element) => breakouts.map((breakout) => asMarkup(element, breakout))),
    ...addresses,
    ...expressions,
  ]),
];
