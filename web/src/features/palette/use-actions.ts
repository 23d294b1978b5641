import { useMatch, useNavigate } from '@tanstack/react-router';
import { type Filter, isFiltering, parseFilter, quickTags } from '../../anecdote/filter.ts';
import { openConnect } from '../../anecdote/open-chooser.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import type { View } from '../../anecdote/view.ts';
import { track } from '../../lib/analytics.ts';
import { printPage } from '../../lib/printing.ts';
import { strings } from '../../lib/strings.ts';
import { type Theme, themes, useTheme } from '../../lib/theme.ts';
import { paletteStrings } from './strings.ts';

/** An action of the palette; `keys` is the keyboard shortcut that does the same. */
export type Action = {
  kind: 'action';
  id: string;
  label: string;
  keys?: string;
  chosen?: boolean;
  staysOpen?: boolean;
  run: () => void;
};
export type ActionGroup = { name: string; items: Action[] };

/** The actions that other components carry out, and the anecdote that some actions are about. */
export type ActionContext = Record<'onCalendar' | 'onSurprise' | 'onShortcuts' | 'onLogOut', () => void> & {
  /** The id of the anecdote that had the focus, or whose screen is open. */
  anecdote: string | undefined;
};

/** All actions of the palette, in groups. */
export function useActions({ anecdote, onCalendar, onSurprise, onShortcuts, onLogOut }: ActionContext): ActionGroup[] {
  const navigate = useNavigate();
  const [theme, chooseTheme] = useTheme();
  const list = useMatch({ from: '/signed-in/dashboard', shouldThrow: false })?.search;
  const canExportList = list?.as_of === undefined && list && isFiltering(list);
  const { groups } = paletteStrings;
  const { common } = strings;
  const { filters, views } = anecdoteStrings;
  type Target = '/entry' | '/dashboard' | '/tags' | '/activity' | '/trash' | '/api-keys' | '/account' | '/import';
  const go = (to: Target) => () => void navigate({ to });
  const showView = (view: View) => () => void navigate({ to: '/dashboard', search: { ...list, view }, hash: 'list' });
  const filter = (next: Partial<Filter>) => () =>
    void navigate({
      to: '/dashboard',
      search: (before) => ({ view: 'view' in before ? before.view : undefined, ...next }),
    });

  const continueIt = (link: string) => () => {
    track('create_linked_anecdote_click');
    void navigate({ to: '/entry', search: { link } });
  };

  const about =
    anecdote === undefined
      ? []
      : [
          action('continue', anecdoteStrings.continueThis, continueIt(anecdote)),
          action('connect', anecdoteStrings.connectTo, () => openConnect(anecdote), 'c'),
        ];

  return [
    { name: groups.anecdote, items: about },
    {
      name: groups.go,
      items: [
        action('new', common.newAnecdote, go('/entry'), 'n'),
        action('dashboard', common.journal, go('/dashboard'), 'g d'),
        action('calendar', paletteStrings.calendar, onCalendar),
        action('surprise', paletteStrings.surprise, onSurprise),
        action('tags', common.tags, go('/tags')),
        action('import', common.importData, go('/import')),
        action('export', paletteStrings.exportJournal, () => void navigate({ to: '/account', hash: 'export' })),
        ...(canExportList
          ? [
              action('export-list', paletteStrings.exportList, () => {
                void navigate({ to: '/account', search: parseFilter(list), hash: 'export' });
              }),
            ]
          : []),
        action('activity', common.activity, go('/activity')),
        action('trash', common.trash, go('/trash')),
        action('account', common.ownAccount, go('/account')),
        action('api-keys', common.apiKeys, go('/api-keys')),
      ],
    },
    {
      name: groups.view,
      items: [
        action('timeline', views.timeline, showView('timeline')),
        action('grid', views.grid, showView('grid')),
        action('geo', views.geo, showView('geo'), 'g m'),
        action('graph', views.graph, showView('graph'), 'g g'),
      ],
    },
    {
      name: groups.filter,
      items: [
        action('energy', filters.quick.energy, filter({ tags: quickTags.energy })),
        action('problems', filters.quick.problems, filter({ tags: quickTags.problems })),
        action('positive', filters.quick.positive, filter({ tags: quickTags.positive })),
        action('week', filters.periods.week, filter({ period: 'week' })),
        action('month', filters.periods.month, filter({ period: 'month' })),
        action('clear', filters.clearFilters, filter({})),
      ],
    },
    {
      name: groups.theme,
      items: themes.map((option: Theme) => ({
        ...action(`theme-${option}`, common.themes[option], () => chooseTheme(option)),
        chosen: option === theme,
      })),
    },
    {
      name: groups.more,
      items: [
        action('print', common.print, () => void printPage()),
        action('shortcuts', common.shortcuts, onShortcuts, '?'),
        action('log-out', common.logOut, onLogOut),
      ],
    },
  ];
}

function action(id: string, label: string, run: () => void, keys?: string): Action {
  return { kind: 'action', id, label, run, ...(keys !== undefined && { keys }) };
}
