import type { AnecdoteView } from '@anecdotes/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { BackIcon, BranchIcon, ForwardIcon } from '../ui/icons.tsx';
import { useAsOf } from './as-of.ts';
import styles from './chain-nav.module.css';
import type { ChainSteps } from './chain-steps.ts';
import { anecdoteStrings } from './strings.ts';

const { steps: strings } = anecdoteStrings;

type ChainNavProps = {
  /** The id of the current anecdote. */
  id: string;
  steps: ChainSteps;
  /** The route that the steps link to. */
  to: '/anecdotes/$id' | '/timeline/$id';
};

/** Links to the previous, next and neighbouring anecdotes of a chain, if any, and to the whole chain as one text. */
export function ChainNav({ id, steps, to }: ChainNavProps) {
  const isPast = useAsOf() !== undefined;
  const { previous, next, branch } = steps;
  const step = (target: AnecdoteView | undefined, content: ReactNode, help?: string) =>
    target && (
      <Link to={to} params={{ id: target.id }} className={buttonClass('plain')} title={help}>
        {content}
      </Link>
    );
  return (
    <nav className={`${styles.steps} row unprinted`} aria-label={strings.name}>
      {step(
        previous,
        <>
          <BackIcon />
          {strings.previous}
        </>,
      )}
      {branch &&
        step(
          branch.next,
          <>
            <BranchIcon />
            {strings.branch(branch.at, branch.of)}
          </>,
          strings.branchHelp,
        )}
      {step(
        next,
        <>
          {strings.next}
          <ForwardIcon />
        </>,
      )}
      {!isPast && (
        <Link to="/chain/$id" params={{ id }} className={`${buttonClass('quiet')} ${styles.words}`}>
          {strings.asText}
        </Link>
      )}
    </nav>
  );
}
