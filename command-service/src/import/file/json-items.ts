import { limits } from '@anecdotes/contracts';
import { type ParsedElementInfo, Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { UnreadableFile } from './found.ts';

/** A requested value: `path` is the outermost field that it is in, `at` where it is, such as `anecdotes[3]`. */
export type JsonItem = { readonly path: string; readonly at: string; readonly value: unknown };

/** The most values that are skipped because they were not requested, such as the history in an export of our own. */
const MAX_SKIPPED_VALUES = 2_000_000;

/**
 * Parses JSON as a stream, and yields the values of the fields and the items of the lists in `paths` (`version`,
 * `anecdotes.*`) of its outermost object. Throws UnreadableFile if it is not JSON, is nested too deeply, has an item
 * that is too large, or too many values that were not requested.
 */
export async function* jsonItems(
  chunks: AsyncIterable<Uint8Array>,
  paths: readonly string[],
): AsyncGenerator<readonly JsonItem[]> {
  let items: JsonItem[] = [];
  let failure: Error | undefined;
  let depth = 0;
  let sinceItem = 0;
  let skippedValues = 0;
  const fail = (error: Error) => {
    failure ??= error;
  };
  const wanted = new Set(paths);
  // Other values are emitted too, to count them.
  const given = ['*', '*.*', ...paths].map((path) => `$.${path}`);
  const values = new TokenParser({ paths: given, keepStack: false });
  values.onValue = ({ value, key, parent, stack }: ParsedElementInfo) => {
    // The parser would keep it until the end of the list or object that it is in, which is emitted too.
    if (Array.isArray(parent)) parent.length = 0;
    else if (parent !== undefined) Reflect.deleteProperty(parent, String(key));
    const keys = [...stack.slice(1).map((each) => each.key), key];
    if (!wanted.has(keys.map((each) => (typeof each === 'number' ? '*' : each)).join('.'))) {
      skippedValues += 1;
      if (skippedValues > MAX_SKIPPED_VALUES)
        throw new UnreadableFile('The JSON has too many values that are not imported');
      return;
    }
    const at = keys.map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`)).join('');
    items.push({ path: String(keys[0]), at: at.slice(1), value });
  };
  values.onError = fail;
  const tokens = new Tokenizer();
  tokens.onToken = (info) => {
    if (info.token === TokenType.LEFT_BRACE || info.token === TokenType.LEFT_BRACKET) depth += 1;
    else if (info.token === TokenType.RIGHT_BRACE || info.token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > limits.jsonDepth) throw new UnreadableFile('The JSON is nested too deeply');
    // Between two items of a list, or two fields of the outermost object.
    if (depth <= 2) sinceItem = 0;
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
