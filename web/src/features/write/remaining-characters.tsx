import { limits } from '@anecdotes/contracts';
import { FieldMessage } from '../../ui/field.tsx';
import { writeStrings } from './strings.ts';

/** The number of remaining characters is shown from here downwards. */
const SHOWN_FROM = 1000;

/** How many more characters `text` may have, counted as the server does; negative when there are too many. */
function remainingFor(text: string): number {
  const trimmed = text.trim();
  const remaining = limits.description - trimmed.length;
  // Characters outside the basic plane count once but have two code units.
  return remaining > SHOWN_FROM ? remaining : limits.description - [...trimmed].length;
}

/** The error message for a text that is too long; undefined for any other. */
export function lengthProblem(text: string): string | undefined {
  const remaining = remainingFor(text);
  return remaining < 0 ? writeStrings.tooLong(-remaining, limits.description) : undefined;
}

type RemainingCharactersProps = { id: string; text: string; error?: string | undefined };

/** The line under the text: an error, or the number of remaining characters when few are left. */
export function RemainingCharacters({ id, text, error }: RemainingCharactersProps) {
  const remaining = remainingFor(text);
  const problem = lengthProblem(text);
  return (
    <>
      <FieldMessage
        id={id}
        error={error ?? problem}
        help={remaining <= SHOWN_FROM ? <span className="tabular">{writeStrings.room(remaining)}</span> : undefined}
      />
      <span className="visually-hidden" role="status">
        {remaining <= SHOWN_FROM && (problem === undefined ? writeStrings.littleRoom : writeStrings.noRoom)}
      </span>
    </>
  );
}
