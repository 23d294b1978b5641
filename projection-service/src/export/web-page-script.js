const articles = [...document.querySelectorAll('article')];
const search = document.querySelector('.search');
const input = search.querySelector('input');
const count = search.querySelector('p');

/* Adds a link back to each child. A link to an anecdote that is not in this file is removed. */
for (const link of document.querySelectorAll('.link a')) {
  const parent = document.getElementById(link.hash.slice(1));
  if (parent === null) {
    link.removeAttribute('href');
    continue;
  }
  const child = link.closest('article');
  const line = document.createElement('p');
  const back = document.createElement('a');
  line.className = 'link';
  back.href = `#${child.id}`;
  back.textContent = [...child.querySelector('.text').textContent].slice(0, 80).join('');
  line.append('Continued by ', back);
  parent.append(line);
}

/* Text as the app compares it in a search (contracts/src/search/fold.ts). */
const letters = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ς: 'σ', '’': "'" };
const folded = (text) =>
  text
    .replace(/[^\u3131-\u318e]+/g, (part) => part.normalize('NFKD'))
    .replace(/[\u0300-\u036f\ufe0e\ufe0f\u00ad\u200b\u2060\p{Bidi_Control}]/gu, '')
    .toLowerCase()
    .replace(/\s+|[ßæœøłđðþς’]/g, (found) => letters[found] ?? ' ')
    .normalize('NFC');
const texts = new Map();
const textOf = (article) => {
  const known = texts.get(article);
  if (known !== undefined) return known;
  const text = folded(
    [...article.children]
      .filter((part) => part.className !== 'link')
      .map((part) => part.textContent)
      .join(' '),
  );
  texts.set(article, text);
  return text;
};

const show = () => {
  const words = folded(input.value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const article of articles) {
    article.hidden = !words.every((word) => textOf(article).includes(word));
    if (!article.hidden) shown += 1;
  }
  for (const section of document.querySelectorAll('section')) {
    section.hidden = section.querySelector('article:not([hidden])') === null;
  }
  count.textContent =
    words.length === 0 ? '' : `${shown.toLocaleString('en')} of ${articles.length.toLocaleString('en')}`;
};

let waiting = 0;
input.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, 120);
});
/* A link to an anecdote that the search hides clears the search. */
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.hidden) {
    input.value = '';
    show();
  }
  target?.scrollIntoView();
});
search.classList.add('is-ready');
