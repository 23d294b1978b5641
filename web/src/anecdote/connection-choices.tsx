import { Combobox } from '@base-ui/react/combobox';
import { Button } from '../ui/button.tsx';
import floating from '../ui/floating.module.css';
import { CompactCard } from './compact-card.tsx';
import styles from './connection-choices.module.css';
import type { ConnectionChoice, ConnectionOffers } from './connection-offers.ts';
import { anecdoteStrings as strings } from './strings.ts';

type ConnectionChoicesProps = Pick<ConnectionOffers, 'isSearch' | 'choices' | 'status' | 'suggestions'> & {
  onSuggestion: (words: string) => void;
};

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
          <Combobox.Item key={choice.id} value={choice} className={floating.item}>
            <Choice choice={choice} />
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

function Choice({ choice }: { choice: ConnectionChoice }) {
  const { highlights, reasons = [] } = choice;
  const why = reasons.slice(0, REASONS).map(strings.reason);
  return (
    <CompactCard anecdote={choice} variant="row" {...(highlights && { highlights })}>
      {why.length > 0 && <span className="secondary tabular">{why.join(' · ')}</span>}
    </CompactCard>
  );
}
