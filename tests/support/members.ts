import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type BothSides, startBothSides } from './both-sides.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/**
 * Starts both services for all tests of a file, makes a member for each test, and passes them to `onMember` before it.
 * Returns a function that makes another member.
 */
export function useMembers(onMember: (given: { side: BothSides; visitor: Visitor; token: string }) => void) {
  let side: BothSides;
  let mailbox: Mailbox;
  let visitor: Visitor;
  const newMember = () => visitor.newMember(mailbox);
  beforeAll(async () => {
    side = await startBothSides();
    mailbox = openMailbox(side);
    visitor = visitorOf(side);
  });
  afterAll(() => side.close());
  beforeEach(async () => {
    const { token } = await newMember();
    onMember({ side, visitor, token });
  });
  return newMember;
}
