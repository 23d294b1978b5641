import { lazy, Suspense, useState } from 'react';
import { sayPartMissing } from '../../lib/missing-part.ts';
import { strings } from '../../lib/strings.ts';
import type { AccountMenuProps } from './account-menu-popup.tsx';

const load = () => import('./account-menu-popup.tsx');
const preload = () => void load().catch(() => undefined);
const AccountMenuPopup = lazy(async () => ({ default: (await load()).AccountMenuPopup }));

/** The menu behind the person's name. Its code is fetched when somebody reaches for it. */
export function AccountMenu(props: AccountMenuProps) {
  const [wanted, setWanted] = useState<{ byKeyboard: boolean }>();
  // Without a network its code may be missing; the screen must not go with it.
  const open = (byKeyboard: boolean) => void load().then(() => setWanted({ byKeyboard }), sayPartMissing);
  const trigger = (
    <button
      type="button"
      className={props.className}
      aria-label={strings.frame.account(props.label)}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ detail }) => open(detail === 0)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        open(true);
      }}
    >
      {props.children}
    </button>
  );
  if (!wanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <AccountMenuPopup {...props} byKeyboard={wanted.byKeyboard} />
    </Suspense>
  );
}
