import { useRef } from 'react';
import { Tag } from '../../anecdote/tag.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { passFocus } from '../../ui/pass-focus.ts';
import { writeStrings } from './strings.ts';
import styles from './tag-field.module.css';
import { addTag, hashTagsIn } from './tags.ts';

type HashTagsProps = { text: string; tags: string; onChange: (tags: string) => void };

/** Offers the words of a text that have a # in front as tags; the text stays as it is. */
export function HashTags({ text, tags, onChange }: HashTagsProps) {
  const list = useRef<HTMLDivElement>(null);
  const words = hashTagsIn(text, tags);
  if (words.length === 0) return null;
  const add = (word: string, index: number) => {
    const buttons = list.current?.children ?? [];
    const next = buttons[index + 1] ?? buttons[index - 1] ?? list.current?.closest('form')?.querySelector('textarea');
    passFocus(buttons[index], next);
    onChange(addTag(tags, word));
  };
  return (
    <div ref={list} className={`${styles.offered} row secondary`}>
      {words.map((word, index) => (
        <Tag key={word} name={word} title={writeStrings.addTag(word)} onClick={() => add(word, index)}>
          <PlusIcon size={12} />
        </Tag>
      ))}
    </div>
  );
}
