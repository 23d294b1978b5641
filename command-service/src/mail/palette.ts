/** The colours of the web app (web/src/styles/tokens.css) in sRGB, which every mail program supports. */
export const light = {
  paper: '#fdfaf4',
  raised: '#fffffd',
  ink: '#291f18',
  quiet: '#665c52',
  line: '#e3e2df',
  accent: '#c03f26',
  onAccent: '#fffbf4',
};
export const dark: typeof light = {
  paper: '#16120e',
  raised: '#1f1a16',
  ink: '#e8e4dc',
  quiet: '#a7a097',
  line: '#3b3631',
  accent: '#f18664',
  onAccent: '#190f0b',
};
