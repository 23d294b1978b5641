import { Tag } from '../../anecdote/tag.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { writeStrings } from './strings.ts';
import styles from './tag-field.module.css';
import { addTag, hashTagsIn } from './tags.ts';

type HashTagsProps = { text: string; tags: string; onChange: (tags: string) => void };

/** Offers the words of a text that have a # in front as tags; the text stays as it is. */
export function HashTags({ text, tags, onChange }: HashTagsProps) {
  const words = hashTagsIn(text, tags);
  if (words.length === 0) return null;
  return (
    <div className={`${styles.offered} row secondary`}>
      {words.map((word) => (
        <Tag key={word} name={word} title={writeStrings.addTag(word)} onClick={() => onChange(addTag(tags, word))}>
          <PlusIcon size={12} />
        </Tag>
      ))}
    </div>
  );
}
