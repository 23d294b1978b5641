type Shared = { title?: string | undefined; text?: string | undefined; url?: string | undefined };

/** What another app shared as one text. Apps often repeat the title or the address in the text. */
export function sharedText({ title = '', text = '', url = '' }: Shared): string {
  const parts = [title, text, url].map((part) => part.trim());
  const isRepeated = (part: string, index: number) =>
    parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index));
  return parts.filter((part, index) => part !== '' && !isRepeated(part, index)).join('\n');
}

/** `description` with `shared` at its end; the same if it is there already. */
export function withShared(description: string, shared: string): string {
  if (description.trim() === '') return shared;
  return description.includes(shared) ? description : `${description.trimEnd()}\n\n${shared}`;
}
