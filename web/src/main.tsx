import { startApp } from './app.tsx';
import { registerAfterLoad } from './service-worker/after-load.ts';

registerAfterLoad();
if (import.meta.env.VITE_MOCK_API === 'true') await (await import('./mock/start.ts')).startMock();
await startApp();
