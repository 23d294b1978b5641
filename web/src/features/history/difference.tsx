import type { AnecdoteState, StateField } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { fields, orderedFields } from '../../anecdote/fields.ts';
import { plainText } from '../../anecdote/plain-text.ts';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing } from '../../lib/api.ts';
import { format } from '../../lib/format.ts';
import { truncate } from '../../lib/truncate.ts';
import { formatPoint } from '../../map/point.ts';
import { Dialog } from '../../ui/dialog.tsx';
import field from '../../ui/field.module.css';
import { Status } from '../../ui/status.tsx';
import styles from './history.module.css';
import { historyStrings } from './strings.ts';
import { type Stretch, wordDifference } from './word-difference.ts';

const { difference: strings } = historyStrings;

/** A state of an anecdote, with the time and the description of the change that led to it. */
export type DatedState = {
  readonly revision: number;
  readonly at: string;
  readonly change: string;
  readonly state: AnecdoteState;
};

type DifferenceProps = {
  /** Newest first. */
  states: readonly DatedState[];
  /** The revisions that are compared at first. */
  first: { readonly from: number; readonly to: number };
  onClose: () => void;
};

/** A dialog with what differs between any two states of an anecdote. */
export function Difference({ states, first, onClose }: DifferenceProps) {
  const [chosen, setChosen] = useState(first);
  const [from, to] = [chosen.from, chosen.to].map((revision) => states.find((each) => each.revision === revision));
  return (
    <Dialog open onClose={onClose} title={strings.title} wide>
      <div className={styles.compared}>
        <StateChoice
          label={strings.from}
          states={states}
          value={chosen.from}
          onChoose={(revision) => setChosen({ ...chosen, from: revision })}
        />
        <StateChoice
          label={strings.to}
          states={states}
          value={chosen.to}
          onChoose={(revision) => setChosen({ ...chosen, to: revision })}
        />
      </div>
      {from && to && <Fields from={from.state} to={to.state} />}
    </Dialog>
  );
}

type StateChoiceProps = {
  label: string;
  states: readonly DatedState[];
  value: number;
  onChoose: (revision: number) => void;
};

function StateChoice({ label, states, value, onChoose }: StateChoiceProps) {
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={field.input} value={value} onChange={({ target }) => onChoose(Number(target.value))}>
        {states.map(({ revision, at, change }, index) => (
          <option key={revision} value={revision}>
            {[index === 0 ? historyStrings.now : format.moment(new Date(at)), change].join(' · ')}
          </option>
        ))}
      </select>
    </div>
  );
}

function Fields({ from, to }: { from: AnecdoteState; to: AnecdoteState }) {
  const differing = orderedFields.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
  return (
    <>
      <Status>{differing.length === 0 && <p>{strings.none}</p>}</Status>
      {differing.length > 0 && (
        <>
          <p className="secondary">{strings.legend}</p>
          <dl className={styles.fields}>
            {differing.map((name) => (
              <div key={name}>
                <dt>{fields[name].heading}</dt>
                <dd dir="auto" className={styles[name]}>
                  <Values name={name} from={from} to={to} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function Values({ name, from, to }: { name: StateField; from: AnecdoteState; to: AnecdoteState }): ReactNode {
  if (name === 'description') {
    return wordDifference(from.description, to.description).map((stretch, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <Part key={index} kind={stretch.kind}>
        {stretch.text}
      </Part>
    ));
  }
  if (name === 'tags') {
    const kept: [Stretch['kind'], string[]][] = [
      ['same', to.tags.filter((tag) => from.tags.includes(tag))],
      ['removed', from.tags.filter((tag) => !to.tags.includes(tag))],
      ['added', to.tags.filter((tag) => !from.tags.includes(tag))],
    ];
    return kept.flatMap(([kind, tags]) =>
      tags.map((tag) => (
        <Fragment key={tag}>
          <Part kind={kind}>{tag}</Part>{' '}
        </Fragment>
      )),
    );
  }
  return (
    <>
      <Part kind="removed">
        <Value name={name} state={from} />
      </Part>{' '}
      <Part kind="added">
        <Value name={name} state={to} />
      </Part>
    </>
  );
}

function Part({ kind, children }: { kind: Stretch['kind']; children: ReactNode }) {
  if (kind === 'same') return <span>{children}</span>;
  const Element = kind === 'added' ? 'ins' : 'del';
  return (
    <Element>
      <span className="visually-hidden">{` ${strings[kind]} `}</span>
      {children}
    </Element>
  );
}

/** One value as readable text. */
function Value({ name, state }: { name: Exclude<StateField, 'description' | 'tags'>; state: AnecdoteState }) {
  if (name === 'connected_to') return <Parent id={state.connected_to} />;
  if (name === 'timestamp') return format.full(new Date(state.timestamp));
  if (name !== 'coordinates') return state[name] ?? strings.empty;
  const { coordinates } = state;
  return coordinates ? [coordinates.address, formatPoint(coordinates)].filter(Boolean).join(' · ') : strings.empty;
}

/** The first words of the parent of an anecdote. */
function Parent({ id }: { id: string | null }) {
  const { data, error } = useQuery({ ...anecdoteQuery(id ?? ''), enabled: id !== null });
  if (id === null) return strings.empty;
  if (data) return truncate(plainText(data.description), 60);
  return isMissing(error) ? anecdoteStrings.deleted : '…';
}
