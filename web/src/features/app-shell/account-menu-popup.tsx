import type { User } from '@anecdotes/contracts';
import { Menu } from '@base-ui/react/menu';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { paletteKeys } from '../../lib/platform.ts';
import { useSingleKeys } from '../../lib/shortcuts.ts';
import { strings } from '../../lib/strings.ts';
import { themes, useTheme } from '../../lib/theme.ts';
import floating from '../../ui/floating.module.css';
import { CheckIcon } from '../../ui/icons.tsx';
import styles from './account-menu.module.css';
import { shellStrings } from './strings.ts';

export type AccountMenuProps = {
  user: User | undefined;
  onLogOut: () => void;
  onShortcuts: () => void;
  onPalette: () => void;
  /** The name of the trigger: the person's name or a short word. */
  label: string;
  className: string | undefined;
  children: ReactNode;
};

export type AccountMenuPopupProps = AccountMenuProps & {
  /** True when the menu was opened by keyboard: its first item is highlighted at once. */
  byKeyboard: boolean;
};

const screens = [
  ['/account', strings.common.ownAccount],
  ['/api-keys', strings.common.apiKeys],
  ['/import', strings.common.importData],
  ['/activity', strings.common.activity],
  ['/trash', strings.common.trash],
  ['/tags', strings.common.tags],
] as const;

/** The menu with its trigger; it opens when mounted. Links to other screens, theme, palette, shortcuts, log out. */
export function AccountMenuPopup(props: AccountMenuPopupProps) {
  const { user, onLogOut, onShortcuts, onPalette, label, className, children, byKeyboard } = props;
  const [theme, choose] = useTheme();
  const [hasKeys] = useSingleKeys();
  const host = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!byKeyboard) return;
    // The key was pressed before the menu existed. A click on its trigger opens it with the first item highlighted.
    const press = requestAnimationFrame(() => trigger.current?.click());
    return () => cancelAnimationFrame(press);
  }, [byKeyboard]);
  return (
    <Menu.Root defaultOpen={!byKeyboard} modal={false}>
      <Menu.Trigger ref={trigger} className={className} aria-label={shellStrings.account(label)}>
        {children}
      </Menu.Trigger>
      <div ref={host} className={styles.host} />
      <Menu.Portal container={host}>
        <Menu.Positioner className={floating.positioner} sideOffset={8} align="end" collisionPadding={12}>
          <Menu.Popup className={`${floating.popup} sheet ${styles.popup}`}>
            <div className={styles.who}>
              <span className="secondary">{shellStrings.signedInAs}</span>
              <b>{user?.username}</b>
            </div>
            <div className={floating.rule} />
            {screens.map(([to, name]) => (
              <Menu.LinkItem key={to} className={floating.item} closeOnClick render={<Link to={to} />}>
                {name}
              </Menu.LinkItem>
            ))}
            <div className={floating.rule} />
            <Menu.RadioGroup value={theme} onValueChange={choose}>
              <Menu.Group>
                <Menu.GroupLabel className={`${floating.heading} secondary`}>{shellStrings.theme}</Menu.GroupLabel>
                {themes.map((option) => (
                  <Menu.RadioItem key={option} value={option} className={floating.item} closeOnClick={false}>
                    {strings.common.themes[option]}
                    <Menu.RadioItemIndicator className={styles.check}>
                      <CheckIcon />
                    </Menu.RadioItemIndicator>
                  </Menu.RadioItem>
                ))}
              </Menu.Group>
            </Menu.RadioGroup>
            <div className={floating.rule} />
            <Menu.Item className={`${floating.item} ${styles.keyboard}`} onClick={onPalette}>
              {strings.common.palette}
              <kbd>{paletteKeys}</kbd>
            </Menu.Item>
            <Menu.Item className={`${floating.item} ${styles.keyboard}`} onClick={onShortcuts}>
              {strings.common.shortcuts}
              {hasKeys && <kbd>?</kbd>}
            </Menu.Item>
            <Menu.Item className={floating.item} onClick={onLogOut}>
              {strings.common.logOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
