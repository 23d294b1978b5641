import { expect, test } from 'vitest';
import { rememberedRange } from './remembered-days.ts';

test('memories cover one day, or 28 and 29 February when this year has no 29th', () => {
  expect(rememberedRange('2026-11-22', { date: '2024-11-22' })).toEqual(['2024-11-22', '2024-11-22']);
  expect(rememberedRange('2026-02-28', { date: '2024-02-28' })).toEqual(['2024-02-28', '2024-02-29']);
  expect(rememberedRange('2026-02-28', { date: '2023-02-28' })).toEqual(['2023-02-28', '2023-02-28']);
  expect(rememberedRange('2028-02-28', { date: '2024-02-28' })).toEqual(['2024-02-28', '2024-02-28']);
  expect(rememberedRange('2025-03-28', { date: '2025-02-28' })).toEqual(['2025-02-28', '2025-02-28']);
  expect(rememberedRange('9999-12-31', { date: '0001-12-31' })).toEqual(['0001-12-31', '0001-12-31']);
});
