import { createStore } from '../../lib/store.ts';
import { useOnLeave } from '../../lib/use-on-leave.ts';
import { useStore } from '../../lib/use-store.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const Calendar = lazyComponent(() => import('./calendar.tsx'), 'Calendar');

const state = createStore<'unused' | 'open' | 'closed'>('unused');

/** Opens the calendar over the screen. */
export function openCalendar(): void {
  state.set('open');
}

function close(): void {
  if (state.get() === 'open') state.set('closed');
}

/** The calendar, once it was opened; it stays mounted after it is closed. */
export function CalendarOverlay() {
  const current = useStore(state);
  useOnLeave(close);
  if (current === 'unused') return null;
  return <Calendar open={current === 'open'} onClose={close} />;
}
