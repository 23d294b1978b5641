import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { Encrypter } from 'age-encryption';

/** Encrypts for the age keys `recipients`. Throws ConfigurationError for a mistyped key. */
export function createEncrypter(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient);
  } catch {
    throw new ConfigurationError('Wrong setting. BACKUP_AGE_RECIPIENT: A public key is mistyped');
  }
  return encrypter;
}
