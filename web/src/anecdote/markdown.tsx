import MarkdownIt, { type Token } from 'markdown-it';
import { Fragment, type ReactNode } from 'react';
import { webAddress } from '../lib/links.ts';
import { MarkedText, WebLink } from './marked-text.tsx';

/** Deeper nesting is more likely a row of punctuation than a structured text. */
const MAX_DEPTH = 20;

const rules = [
  ...['blockquote', 'fence', 'heading', 'hr', 'list'],
  ...['backticks', 'emphasis', 'escape', 'image', 'newline'],
];
const parser = createParser(rules);
const linkingParser = createParser([...rules, 'autolink', 'link']);

function createParser(enabled: string[]) {
  const created = new MarkdownIt('zero', { maxNesting: 2 * MAX_DEPTH }).enable(enabled);
  created.validateLink = (address) => webAddress(address) !== undefined;
  // `webAddress` does the encoding.
  created.normalizeLink = (address) => address;
  created.normalizeLinkText = (address) => address;
  return created;
}

/**
 * A text with its Markdown rendered: emphasis, headings, lists, quotes, code and, if `linked`, web links. Anything else,
 * including images and HTML, is shown as written. It creates React elements only, none of which loads anything.
 */
export function Markdown({ text, linked }: { text: string; linked: boolean }) {
  const blocks = (linked ? linkingParser : parser).parse(text, {});
  const isDeep = blocks.some(
    ({ level, children }) => level > MAX_DEPTH || children?.some((each) => each.level > MAX_DEPTH),
  );
  if (isDeep) return <MarkedText text={text} linked={linked} />;
  return elementsOf(blocks, text.split('\n'), linked);
}

type Element = { opening: Token | undefined; content: ReactNode[] };

/** The elements that `tokens` describe; `lines` are those of the whole text, whose addresses are links if `linked`. */
function elementsOf(tokens: readonly Token[], lines: readonly string[], linked: boolean): ReactNode[] {
  const open: Element[] = [{ opening: undefined, content: [] }];
  const add = (node: ReactNode) => {
    const content = open.at(-1)?.content ?? [];
    content.push(<Fragment key={content.length}>{node}</Fragment>);
  };
  const linksHere = () => linked && open.every(({ opening }) => opening?.type !== 'link_open');
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ opening: token, content: [] });
    else if (token.nesting === -1) {
      const { opening, content } = open.pop() ?? { opening: undefined, content: [] };
      add(opening ? elementOf(opening, content) : content);
    } else if (token.type === 'inline') add(elementsOf(token.children ?? [], lines, linked));
    else add(leafOf(token, lines, linksHere()));
  }
  return open.flatMap(({ content }) => content);
}

function elementOf(opening: Token, content: ReactNode[]): ReactNode {
  switch (opening.type) {
    case 'paragraph_open':
      return opening.hidden ? content : <p dir="auto">{content}</p>;
    case 'heading_open':
      return (
        <p dir="auto">
          <strong>{content}</strong>
        </p>
      );
    case 'blockquote_open':
      return <blockquote dir="auto">{content}</blockquote>;
    case 'bullet_list_open':
      return <ul dir="auto">{content}</ul>;
    case 'ordered_list_open':
      return (
        <ol dir="auto" start={Number(opening.attrGet('start') ?? 1)}>
          {content}
        </ol>
      );
    case 'list_item_open':
      return <li dir="auto">{content}</li>;
    case 'em_open':
      return <em>{content}</em>;
    case 'strong_open':
      return <strong>{content}</strong>;
    case 'link_open':
      return <WebLink href={webAddress(String(opening.attrGet('href')))}>{content}</WebLink>;
    default:
      return content;
  }
}

function leafOf(token: Token, lines: readonly string[], linked: boolean): ReactNode {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'fence':
      return (
        <pre dir="auto">
          <code>{token.content}</code>
        </pre>
      );
    case 'hr':
      return <p>{lines.slice(...(token.map ?? [0, 0])).join('\n')}</p>;
    case 'image':
      return <MarkedText text={imageSource(token)} linked={linked} />;
    default:
      return <MarkedText text={token.content} linked={linked} />;
  }
}

function imageSource(token: Token): string {
  const title = token.attrGet('title');
  return `![${token.content}](${token.attrGet('src')}${title ? ` "${title}"` : ''})`;
}
