import { expect, test } from 'vitest';
import { emptyDraft } from './draft.ts';
import { unsavedPart } from './unsaved-part.ts';

const point = { lat: 47, lng: 8, address: null };
const saved = { ...emptyDraft, description: ' Tea with Mara. ', tags: 'tea, mara', coordinates: point, enhanced: true };

test('nothing is left of a draft that was not changed while it was saved', () => {
  expect(unsavedPart(saved, saved)).toEqual(emptyDraft);
});

test('the text after the saved one is left, without white space at its start and without the saved fields', () => {
  const longer = { ...saved, description: 'Tea with Mara. \n And  cake.' };
  expect(unsavedPart(longer, saved)).toEqual({ ...emptyDraft, description: 'And  cake.' });
});

test('nothing is removed if the saved text was edited', () => {
  expect(unsavedPart({ ...saved, description: 'Tea with Mara and cake.' }, saved)).toBeUndefined();
});

test('added tags and changed fields are left, also if the text was removed', () => {
  const place = { lat: 48, lng: 9, address: 'The lake' };
  const changed = { ...saved, description: '', tags: 'Mara, tea, cake, lak', coordinates: place };
  const rest = { ...emptyDraft, tags: 'cake, lak', coordinates: place, enhanced: true };
  expect(unsavedPart(changed, saved)).toEqual(rest);
  expect(unsavedPart({ ...saved, location: 'At home' }, saved)).toEqual({
    ...emptyDraft,
    location: 'At home',
    enhanced: true,
  });
});
