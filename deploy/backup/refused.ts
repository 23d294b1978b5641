/** Thrown for a backup that cannot be made, read or restored; the message says why and, where it can, what to do. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}
