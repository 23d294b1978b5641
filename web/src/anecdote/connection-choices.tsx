import { Combobox } from '@base-ui/react/combobox';
import { format } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import floating from '../ui/floating.module.css';
import styles from './connection-choices.module.css';
import type { ConnectionChoice, ConnectionOffers } from './connection-offers.ts';
import { excerptOf } from './excerpt.ts';
import { highlightsIn, MarkedText } from './marked-text.tsx';
import { anecdoteStrings as strings } from './strings.ts';

type ConnectionChoicesProps = Pick<ConnectionOffers, 'isSearch' | 'choices' | 'status' | 'suggestions'> & {
  onSuggestion: (words: string) => void;
};

const LETTERS = 140;
const REASONS = 2;

/** The list of anecdotes to choose from; must be inside a `Combobox.Root` whose items are choices. */
export function ConnectionChoices({ isSearch, choices, status, suggestions, onSuggestion }: ConnectionChoicesProps) {
  const { found, related } = strings.connect;
  return (
    <>
      {!isSearch && choices.length > 0 && (
        <h2 className={`${floating.heading} ${styles.related} secondary`}>{related}</h2>
      )}
      <Combobox.Status className={styles.status}>{status}</Combobox.Status>
      {/* Keeps the focus in the input field. */}
      <Combobox.List aria-label={isSearch ? found : related} onMouseDown={(event) => event.preventDefault()}>
        {(choice: ConnectionChoice) => (
          <Combobox.Item key={choice.id} value={choice} className={`${floating.item} ${styles.item}`}>
            <ChoiceText {...choice} />
          </Combobox.Item>
        )}
      </Combobox.List>
      {suggestions.length > 0 && (
        <div className={styles.meant}>
          {suggestions.map((words) => (
            <Button
              key={words}
              variant="quiet"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onSuggestion(words)}
            >
              {strings.didYouMean(words)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

function ChoiceText({ description, timestamp, highlights = [], reasons = [] }: ConnectionChoice) {
  const excerpt = excerptOf(description, highlightsIn(highlights, 'description'), LETTERS);
  const why = reasons.slice(0, REASONS).map(strings.reason);
  return (
    <>
      <span className={styles.text} dir="auto">
        <MarkedText {...excerpt} linked={false} />
      </span>
      <span className="secondary tabular">
        <time dateTime={timestamp}>{format.day(new Date(timestamp), new Date())}</time>
        {why.length > 0 && ` · ${why.join(' · ')}`}
      </span>
    </>
  );
}
