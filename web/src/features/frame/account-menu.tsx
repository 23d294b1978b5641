import { lazy, Suspense, useState } from 'react';
import { strings } from '../../lib/strings.ts';
import type { AccountMenuProps } from './account-menu-popup.tsx';

const load = () => import('./account-menu-popup.tsx');
const AccountMenuPopup = lazy(async () => ({ default: (await load()).AccountMenuPopup }));

/** The menu behind the person's name. Its code is fetched when somebody reaches for it. */
export function AccountMenu(props: AccountMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const trigger = (
    <button
      type="button"
      className={props.className}
      aria-label={strings.frame.account(props.label)}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setWanted(true);
      }}
    >
      {props.children}
    </button>
  );
  if (!isWanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <AccountMenuPopup {...props} />
    </Suspense>
  );
}
