import { useNavigate } from '@tanstack/react-router';
import { format } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EarlierIcon } from '../../ui/icons.tsx';
import styles from './past.module.css';
import { pastStrings as strings } from './strings.ts';

/** Says that the screen shows the journal as it was at `asOf`, and leads back to now. */
export function PastBanner({ asOf }: { asOf: string }) {
  const navigate = useNavigate();
  const back = () =>
    void navigate({ to: '.', search: (before) => ({ ...before, as_of: undefined }), resetScroll: false });
  return (
    <section className={styles.banner} aria-label={strings.banner}>
      <EarlierIcon />
      <p role="status">
        <strong>
          <time dateTime={asOf}>{strings.asOf(format.full(new Date(asOf)))}</time>
        </strong>{' '}
        {strings.readOnly}
      </p>
      <Button onClick={back} className="unprinted">
        {strings.back}
      </Button>
    </section>
  );
}
