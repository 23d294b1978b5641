import { type LayoutJob, layOut } from './layout-job.ts';

addEventListener('message', ({ data }: MessageEvent<LayoutJob>) => postMessage(layOut(data)));
