import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '../../lib/api.ts';
import { format } from '../../lib/format.ts';
import { strings as shared } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import styles from './mail-statistics.module.css';
import { mailStatisticsQuery } from './queries.ts';
import { mailStatisticsStrings as strings } from './strings.ts';

/** Which mails were opened, when and how often. */
export function MailStatistics() {
  const { data: mails, error, refetch, isFetching } = useQuery(mailStatisticsQuery());
  return (
    <>
      <ScreenHeader title={strings.title}>
        <p className={styles.hint}>{strings.note}</p>
      </ScreenHeader>
      {!mails && error && (
        <EmptyState title={reasonOf(error, strings.failed)} alert>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {shared.errors.retry}
          </Button>
        </EmptyState>
      )}
      {mails && (
        <table className={`${styles.table} tabular`}>
          <thead>
            <tr>
              {strings.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {mails.length === 0 && (
              <tr className={styles.empty}>
                <td colSpan={strings.columns.length}>{strings.empty}</td>
              </tr>
            )}
            {mails.map(({ recipient_email, campaign_name, sent_at, first_opened_at, last_opened_at, open_count }) => (
              <tr key={`${recipient_email} ${campaign_name} ${sent_at}`}>
                <Cell column={0}>{recipient_email}</Cell>
                <Cell column={1}>{campaign_name}</Cell>
                <Cell column={2}>{moment(first_opened_at)}</Cell>
                <Cell column={3}>{moment(last_opened_at)}</Cell>
                <Cell column={4}>{format.number(open_count)}</Cell>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** A cell with the name of its column, which is shown where there is no room for columns. */
function Cell({ column, children }: { column: number; children: string }) {
  return <td data-column={strings.columns[column]}>{children}</td>;
}

function moment(at: string | null): string {
  return at === null ? strings.never : format.moment(new Date(at));
}
