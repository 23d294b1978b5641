import { afterEach, expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a downloaded file stays available for a while, and is then released', () => {
  vi.useFakeTimers();
  const link = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  const release = vi.spyOn(URL, 'revokeObjectURL');
  saveFile(new Blob(['Rain']), 'journal.zip');
  expect(link).toMatchObject({ href: expect.stringMatching(/^blob:/), download: 'journal.zip' });
  expect(link.click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(30_000);
  expect(release).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30_000);
  expect(release).toHaveBeenCalledExactlyOnceWith(link.href);
});
