import { limits } from '@anecdotes/contracts';
import { type ParsedElementInfo, Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { UnreadableFile } from './found.ts';

/** A value that was asked for: `path` is that of its list or field, `index` its place in a list. */
export type JsonItem = { readonly path: string; readonly index: number | undefined; readonly value: unknown };

/**
 * Reads JSON while it comes in, and gives the values of the fields and the items of the lists in `paths` (`version`,
 * `anecdotes.*`) of its outermost object. Throws UnreadableFile for what is no JSON, is nested deeper than anything that
 * is imported, or has an item that is too large.
 */
export async function* jsonItems(
  chunks: AsyncIterable<Uint8Array>,
  paths: readonly string[],
): AsyncGenerator<readonly JsonItem[]> {
  let items: JsonItem[] = [];
  let failure: Error | undefined;
  let depth = 0;
  let sinceItem = 0;
  const fail = (error: Error) => {
    failure ??= error;
  };
  const values = new TokenParser({ paths: paths.map((path) => `$.${path}`), keepStack: false });
  values.onValue = ({ value, key, stack }: ParsedElementInfo) => {
    const inList = stack.length > 1;
    items.push({ path: String(inList ? stack[1]?.key : key), index: inList ? Number(key) : undefined, value });
    sinceItem = 0;
  };
  values.onError = fail;
  const tokens = new Tokenizer();
  tokens.onToken = (info) => {
    if (info.token === TokenType.LEFT_BRACE || info.token === TokenType.LEFT_BRACKET) depth += 1;
    else if (info.token === TokenType.RIGHT_BRACE || info.token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > limits.jsonDepth) throw new UnreadableFile('The JSON is nested too deeply');
    if (failure === undefined) values.write(info);
  };
  tokens.onError = fail;
  for await (const chunk of chunks) {
    sinceItem += chunk.length;
    try {
      tokens.write(chunk);
    } catch (error) {
      fail(error as Error);
    }
    if (failure instanceof UnreadableFile) throw failure;
    if (failure !== undefined) throw new UnreadableFile('The JSON is broken');
    if (sinceItem > limits.importEntryBytes + chunk.length) throw new UnreadableFile('An entry is too large');
    if (items.length > 0) yield items;
    items = [];
  }
  if (!values.isEnded) throw new UnreadableFile('The JSON ends too early');
}
