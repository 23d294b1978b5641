import { inOneGo } from '../lib/in-slices.ts';
import { type LayoutJob, layOut } from './layout-job.ts';

addEventListener('message', ({ data }: MessageEvent<LayoutJob>) => postMessage(inOneGo(layOut(data))));
