import { type ComponentType, useState } from 'react';
import { loadOrNotify } from '../../lib/load-failure.ts';
import type { AccountMenuPopupProps, AccountMenuProps } from './account-menu-popup.tsx';
import { shellStrings } from './strings.ts';

const load = () => import('./account-menu-popup.tsx');
const preload = () => void load().catch(() => undefined);

/** The menu behind the person's name. Its code is loaded when the trigger is hovered, focused or pressed. */
export function AccountMenu(props: AccountMenuProps) {
  const [wanted, setWanted] = useState<{ Popup: ComponentType<AccountMenuPopupProps>; byKeyboard: boolean }>();
  const open = async (byKeyboard: boolean) => {
    const popup = await loadOrNotify(load);
    if (popup) setWanted({ Popup: popup.AccountMenuPopup, byKeyboard });
  };
  const trigger = (
    <button
      type="button"
      className={props.className}
      aria-label={shellStrings.account(props.label)}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ detail }) => void open(detail === 0)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        void open(true);
      }}
    >
      {props.children}
    </button>
  );
  return wanted ? <wanted.Popup {...props} byKeyboard={wanted.byKeyboard} /> : trigger;
}
