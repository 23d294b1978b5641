import { limits } from '@anecdotes/contracts';
import { strings } from '../../lib/strings.ts';
import { FieldNote } from '../../ui/field.tsx';

/** From here on the room that is left is told. */
const NEAR = 1000;

/** How many more characters `text` may have, counted as the service does; negative when there are too many. */
function roomFor(text: string): number {
  const trimmed = text.trim();
  const room = limits.description - trimmed.length;
  // Characters outside the basic plane count once but have two code units.
  return room > NEAR ? room : limits.description - [...trimmed].length;
}

/** What is wrong with a text that is too long. */
export function lengthProblem(text: string): string | undefined {
  const room = roomFor(text);
  return room < 0 ? strings.write.tooLong(-room, limits.description) : undefined;
}

type TextRoomProps = { id: string; text: string; error?: string | undefined };

/** The line under the text: what is wrong with it, or how much room is left once that is little. */
export function TextRoom({ id, text, error }: TextRoomProps) {
  const room = roomFor(text);
  const problem = lengthProblem(text);
  return (
    <>
      <FieldNote
        id={id}
        error={error ?? problem}
        help={room <= NEAR ? <span className="numbers">{strings.write.room(room)}</span> : undefined}
      />
      {room <= NEAR && (
        <span className="hidden" role="status">
          {problem === undefined ? strings.write.littleRoom : strings.write.noRoom}
        </span>
      )}
    </>
  );
}
