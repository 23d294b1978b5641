import { useEffect, useRef } from 'react';
import { format } from '../../lib/format.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './api-keys.module.css';
import type { ShownKey } from './commands.ts';
import { keyStrings as strings } from './strings.ts';

/** Shows the secret of a new or rotated key, the only time that it can be seen. */
export function NewKeyPanel({ made, onDone }: { made: ShownKey; onDone: () => void }) {
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new secret is brought before the person's eyes
  useEffect(() => panel.current?.focus(), [made]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made.key);
      notify(strings.copied);
    } catch {
      notifyError(strings.copyFailed);
    }
  };
  return (
    <Panel ref={panel} className={styles.fresh} title={strings.newTitle} tabIndex={-1}>
      <p>{strings.newText}</p>
      <div className={`${styles.secret} row`}>
        <code>{made.key}</code>
        <Button onClick={() => void copy()}>{strings.copy}</Button>
      </div>
      <div className={`${styles.freshFoot} row`}>
        <p className="secondary">
          <strong>{made.name}</strong> · {strings.createdAt} {format.moment(new Date(made.created_at))}
        </p>
        <Button variant="accent" onClick={onDone}>
          <CheckIcon />
          {strings.gotIt}
        </Button>
      </div>
    </Panel>
  );
}
