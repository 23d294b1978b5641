import { type ComponentType, useState } from 'react';
import { notifyLoadFailed } from '../../lib/load-failure.ts';
import { strings } from '../../lib/strings.ts';
import type { AccountMenuPopupProps, AccountMenuProps } from './account-menu-popup.tsx';

const load = () => import('./account-menu-popup.tsx');
const preload = () => void load().catch(() => undefined);

/** The menu behind the person's name. Its code is fetched when somebody reaches for it. */
export function AccountMenu(props: AccountMenuProps) {
  const [wanted, setWanted] = useState<{ Popup: ComponentType<AccountMenuPopupProps>; byKeyboard: boolean }>();
  // Without a network its code may be missing; the screen must not go with it.
  const open = (byKeyboard: boolean) =>
    void load().then(({ AccountMenuPopup }) => setWanted({ Popup: AccountMenuPopup, byKeyboard }), notifyLoadFailed);
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
  return wanted ? <wanted.Popup {...props} byKeyboard={wanted.byKeyboard} /> : trigger;
}
