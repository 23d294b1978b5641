import { buffer } from 'node:stream/consumers';
import ZipStream from 'zip-stream';

/** A zip archive of `files`, by their names. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipStream();
  const written = buffer(zip);
  for (const [name, content] of Object.entries(files)) {
    await new Promise<void>((resolve, reject) => {
      zip.entry(Buffer.from(content), { name }, (error) => (error ? reject(error) : resolve()));
    });
  }
  zip.finalize();
  return written;
}
