import { useRef } from 'react';
import { format } from '../../lib/format.ts';
import { strings as shared } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { EarlierIcon } from '../../ui/icons.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import styles from './past.module.css';
import { pastStrings as strings } from './strings.ts';

/** Says that the screen shows the journal as it was at `asOf`, with a button that returns to now. */
export function PastBanner({ asOf, onBack }: { asOf: string; onBack: () => void }) {
  const banner = useRef<HTMLElement>(null);
  useFocusAfterRemoval(banner);
  return (
    <section ref={banner} className={styles.banner} aria-label={strings.banner}>
      <EarlierIcon />
      <p>
        <strong>
          <time dateTime={asOf}>{strings.asOf(format.moment(new Date(asOf)))}</time>
        </strong>{' '}
        {strings.readOnly}
      </p>
      <Button onClick={onBack} className="unprinted">
        {shared.common.backToNow}
      </Button>
    </section>
  );
}
