// Runs before the first paint, so that a remembered theme never flashes in the other one; then shows what is chosen.
function showTheme(chosen) {
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : undefined;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
    const { shade } = bar.dataset;
    if (theme) bar.media = theme === shade ? 'all' : 'not all';
    else bar.media = `(prefers-color-scheme: ${shade})`;
  }
}

addEventListener('theme', ({ detail }) => showTheme(detail));
try {
  showTheme(localStorage.getItem('theme'));
} catch {}
