import { limits } from '@anecdotes/contracts';
import { Combobox } from '@base-ui/react/combobox';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { strings as common } from '../lib/strings.ts';
import { truncate } from '../lib/truncate.ts';
import { useNewSignal } from '../lib/use-new-signal.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { CloseIcon, SearchIcon } from '../ui/icons.tsx';
import searchHead from '../ui/search-head.module.css';
import styles from './connect-dialog.module.css';
import { ConnectionChoices } from './connection-choices.tsx';
import { type ConnectionChoice, useConnectionOffers } from './connection-offers.ts';
import { useLinkChange } from './link.ts';
import { plainText } from './plain-text.ts';
import { anecdoteQuery, connectionsQuery } from './queries.ts';
import { anecdoteStrings } from './strings.ts';

const strings = anecdoteStrings.connect;
const LETTERS = 40;

type ConnectDialogProps = {
  /** The anecdote whose parent is chosen. */
  id: string;
  open: boolean;
  onClose: () => void;
};

/** A dialog to choose what an anecdote continues, among related anecdotes or search results. */
export function ConnectDialog({ id, open, onClose }: ConnectDialogProps) {
  const { data } = useQuery({ ...anecdoteQuery(id), enabled: open });
  const start = truncate(plainText(data?.description ?? ''), LETTERS);
  return (
    <Dialog open={open} onClose={onClose} title={strings.title(start)} bare>
      <Chooser id={id} start={start} parent={data?.connected_to ?? null} onClose={onClose} />
    </Dialog>
  );
}

type ChooserProps = { id: string; start: string; parent: string | null; onClose: () => void };

function Chooser({ id, start, parent, onClose }: ChooserProps) {
  const queries = useQueryClient();
  const changeLink = useLinkChange();
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The dialog would focus it a little later, and keys typed in between would be lost.
  useLayoutEffect(() => field.current?.focus(), []);
  const offers = useConnectionOffers(typed, { of: id }, id);
  const newSignal = useNewSignal();

  const connect = async (to: string | null) => {
    const signal = newSignal();
    if (to !== null && to === parent) return setRefusal(common.errors.alreadyLinked);
    const isLoop = to !== null && (await isBelow(to));
    // The dialog was closed, or another choice was made.
    if (signal.aborted) return;
    if (isLoop) return setRefusal(common.errors.loop);
    onClose();
    await changeLink({ id, parent: to });
  };
  /** Whether `other` is the anecdote itself or a known descendant; the service refuses descendants not known here. */
  const isBelow = async (other: string) => {
    const known = await queries.fetchQuery(connectionsQuery(id)).catch(() => undefined);
    return other === id || known?.children.some((child) => child.id === other);
  };

  return (
    <Combobox.Root<ConnectionChoice>
      items={offers.choices}
      filter={null}
      value={null}
      inline
      open
      autoHighlight
      inputValue={typed}
      isItemEqualToValue={(one, other) => one.id === other.id}
      itemToStringLabel={({ description }) => description}
      onValueChange={(choice) => choice && void connect(choice.id)}
      onInputValueChange={(next, { reason }) => {
        if (reason !== 'input-change') return;
        setRefusal('');
        setTyped(next);
      }}
    >
      <div className={searchHead.head}>
        <SearchIcon />
        <Combobox.Input
          ref={field}
          dir="auto"
          className={searchHead.input}
          aria-label={strings.prompt}
          placeholder={strings.prompt}
          maxLength={limits.searchTerm}
          enterKeyHint="done"
        />
        <IconButton label={common.common.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div className={styles.about}>
        {start && <p>{strings.help(start)}</p>}
        {parent !== null && <Continued parent={parent} onRemove={() => void connect(null)} />}
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      </div>
      <div className={searchHead.list}>
        <ConnectionChoices
          {...offers}
          status={offers.failed ? strings.failed : offers.status}
          onSuggestion={setTyped}
        />
      </div>
    </Combobox.Root>
  );
}

/** The current parent of the anecdote, and a button to remove the connection. */
function Continued({ parent, onRemove }: { parent: string; onRemove: () => void }) {
  const { data } = useQuery(anecdoteQuery(parent));
  return (
    <p className={`${styles.continued} row`}>
      <span dir="auto">{data ? strings.continues(truncate(plainText(data.description), LETTERS)) : ''}</span>
      <Button variant="quiet" onClick={onRemove}>
        {strings.remove}
      </Button>
    </p>
  );
}
