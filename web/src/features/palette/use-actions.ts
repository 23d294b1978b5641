import { useNavigate } from '@tanstack/react-router';
import { type Filter, quickTags } from '../../anecdote/filter.ts';
import type { View } from '../../anecdote/view.ts';
import { paletteStrings } from '../../lib/palette-strings.ts';
import { printPage } from '../../lib/printing.ts';
import { strings } from '../../lib/strings.ts';
import { type Theme, themes, useTheme } from '../../lib/theme.ts';

/** Something the palette can do; `keys` is the shortcut that does the same. */
export type Action = { kind: 'action'; id: string; label: string; keys?: string; chosen?: boolean; run: () => void };
export type ActionGroup = { name: string; items: Action[] };

type Calls = { onShortcuts: () => void; onLogOut: () => void };

/** Everything that can be done from anywhere, in groups. */
export function useActions({ onShortcuts, onLogOut }: Calls): ActionGroup[] {
  const navigate = useNavigate();
  const [theme, chooseTheme] = useTheme();
  const { groups } = paletteStrings;
  const { browse, frame } = strings;
  const go = (to: '/entry' | '/dashboard' | '/api-keys' | '/account' | '/import') => () => void navigate({ to });
  const showView = (view: View) => () => void navigate({ to: '/dashboard', search: (before) => ({ ...before, view }) });
  const filter = (next: Partial<Filter>) => () =>
    void navigate({
      to: '/dashboard',
      search: (before) => ({ view: 'view' in before ? before.view : undefined, ...next }),
    });

  return [
    {
      name: groups.go,
      items: [
        action('new', frame.newAnecdote, go('/entry'), 'n'),
        action('dashboard', browse.title, go('/dashboard'), 'g d'),
        action('import', frame.importData, go('/import')),
        action('account', frame.ownAccount, go('/account')),
        action('api-keys', frame.apiKeys, go('/api-keys')),
      ],
    },
    {
      name: groups.view,
      items: [
        action('timeline', browse.timeline, showView('timeline')),
        action('grid', browse.grid, showView('grid')),
        action('geo', browse.geo, showView('geo'), 'g m'),
      ],
    },
    {
      name: groups.filter,
      items: [
        action('energy', browse.quick.energy, filter({ tags: quickTags.energy })),
        action('problems', browse.quick.problems, filter({ tags: quickTags.problems })),
        action('positive', browse.quick.positive, filter({ tags: quickTags.positive })),
        action('week', browse.periods.week, filter({ period: 'week' })),
        action('month', browse.periods.month, filter({ period: 'month' })),
        action('clear', browse.clearFilters, filter({})),
      ],
    },
    {
      name: groups.theme,
      items: themes.map((option: Theme) => ({
        ...action(`theme-${option}`, frame.themes[option], () => chooseTheme(option)),
        chosen: option === theme,
      })),
    },
    {
      name: groups.more,
      items: [
        action('print', browse.print, () => void printPage()),
        action('shortcuts', frame.shortcuts, onShortcuts, '?'),
        action('log-out', frame.logOut, onLogOut),
      ],
    },
  ];
}

function action(id: string, label: string, run: () => void, keys?: string): Action {
  return { kind: 'action', id, label, run, ...(keys !== undefined && { keys }) };
}
