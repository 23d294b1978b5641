import { useOwnTemp } from './own-temp.ts';

// biome-ignore lint/style/noDefaultExport: it is what Playwright runs before all browser tests; the answer it runs after
export default useOwnTemp;
