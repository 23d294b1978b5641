import { percentDecoded } from '@anecdotes/contracts/server/percent-decoded';

/**
 * The http(s) address `url` without its name and password, because `fetch` refuses an address that contains them, and
 * the header that sends them as basic authorization, if there are any.
 */
export function separateLogin(url: string): { address: URL; headers: { authorization?: string } } {
  const address = new URL(url);
  const login = [address.username, address.password].map((part) => percentDecoded(part) ?? part).join(':');
  address.username = '';
  address.password = '';
  return { address, headers: login === ':' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` } };
}
