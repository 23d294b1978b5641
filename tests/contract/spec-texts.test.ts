import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/*
 * Every text that the specification or a decision fixes word for word, by section. Texts of the web app with parameters
 * are shown with the values 7 and 9.
 */

/** Texts of the web app's string catalogues. */
const shown: Record<string, readonly string[]> = {
  '2 Landing page': [
    ...['Sign In', 'Get Started Free'],
    ...['Features', 'Pricing', 'API', 'About', 'Blog', 'Careers', 'Help Center', 'Contact', 'Privacy'],
  ],
  '2 Auth screen': [
    ...['Anecdotes', 'Welcome back — your anecdotes await', 'Guest Sign In', 'Sign In', 'Quick Start'],
    'Try the app instantly with a guest account. No registration required!',
    ...['Continue as Guest', 'Sign In with Your Account', 'Signing in...', 'Forgot your password?'],
    ...["Don't have an account? Register", 'Create Account', 'Creating account...'],
    ...['Reset Password', 'Send Reset Link', 'Sending...', 'Check Your Email', 'Resend Verification Email'],
    ...['Back to Login', 'Send Verification Email', 'Cancel'],
    ...['Test Session Timeout', 'Refresh User Info', 'Clear Messages'],
  ],
  '2 Dashboard': [
    ...['Your Anecdotes', 'New Anecdote', 'Total Anecdotes', 'This Week', 'Unique Tags', 'Top Tags'],
    ...['Timeline', 'Grid', 'Geo', 'Show Filters', 'Hide Filters', 'Energy', 'Problems', 'Positive', 'Clear All'],
    ...['Time Period', 'All Time', 'Last Week', 'Last Month', 'Custom Range', 'From', 'To'],
    ...['Create Your First Anecdote', 'Import Sample Anecdotes', 'Clear All Filters'],
    ...['Showing all 7 anecdotes', 'Showing 7 of 9 anecdotes'],
    ...['Anecdotes without Location (7)', 'No anecdotes to display'],
    ...['Connected Anecdotes Timeline', 'Back to All Anecdotes'],
  ],
  '2 Anecdote card': [
    ...['Custom location', 'Click to filter by 7', 'Same Here', 'View timeline', 'No connected anecdote'],
    ...['Edit', 'Delete'],
  ],
  '2 Entry screen': [
    ...['Add New Anecdote', 'Edit Anecdote', 'Creating new anecdote linked to: "7..."'],
    ...['Quick Entry', 'Enhanced Entry', 'Title', 'Location', 'Duration', 'Save', 'Update', 'Cancel'],
    ...['When did this happen?', 'Just now', 'Earlier today', 'Yesterday', 'Custom date/time'],
    'Connect to Another Anecdote (Optional)',
    'Link this to a related event to create a timeline',
    'Search your anecdotes to connect to...',
    ...['Remove connection', 'Searching...', 'No anecdotes found'],
    ...['Map', 'Choose Location', 'Clear Location', 'Use This Location'],
  ],
  '2 Small map': ['No location', 'Location'],
  '2 Map view': ['Anecdotes Map', '7 locations', '7 total anecdotes', 'Fit All', 'Reset', 'Edit', 'Open in Maps'],
  '2 Visualization screen': ['Anecdote Visualization', 'Loading visualization...', 'Back'],
  '2 Reset Password screen': [
    ...['Enter your new password', 'Confirm your new password', 'Invalid or Expired Token', 'Back to Login'],
    'The password reset link is invalid or has expired. Please request a new password reset.',
    ...['Password Reset Successful!', 'Go to Login'],
  ],
  '2 Verify Email screen': [
    ...['Verifying your email...', 'Email Verified Successfully!', 'Continue to Login', 'Verification Failed'],
    ...['Go to Login', 'Go to Home'],
  ],
  '2 Email Tracking Statistics': [
    ...['Email Tracking Statistics', 'Only available in development mode', 'No tracking data available'],
    ...['Recipient', 'Campaign', 'First Opened', 'Last Opened', 'Opens'],
  ],
  '2 API Keys screen': [
    ...['API Keys', 'Create New Key', 'Back to Dashboard', 'Key Name', 'Create Key', 'Cancel', 'Copy', 'Got it!'],
    'Choose a name that helps you identify what this key is used for.',
    'Enter a descriptive name for this key',
    ...['Your API Keys (7)', 'Active', 'Inactive', 'Activate', 'Deactivate', 'Delete'],
    ...['Created', 'Last Used', 'Expires', 'Key ID', 'No API Keys Yet', 'Create Your First Key'],
  ],
  '2 Import Data screen': ['Import Data', 'Import from Reddit', 'Importing...', 'Clear', 'Back to Dashboard'],
  '2 Global overlays': [
    'Your session has expired. Please log in again to continue.',
    ...['Session Expired', 'Login Again', 'Login', 'Cancel', 'Continue as Guest', 'Login as Guest', 'Go to Home'],
    ...['We use cookies', 'Accept All', 'Decline', 'Install App', 'How to Install', 'Maybe Later'],
  ],
  '4 States and transitions': [
    'Showing timeline for 7 connected anecdotes',
    ...['Anecdote saved successfully!', 'Anecdote updated successfully!'],
  ],
  '5 Validation rules': [
    ...['Please enter both username and password', 'Please enter your username', 'Please enter your password'],
    ...['Please fill in all fields', 'Please choose a username', 'Please enter a valid email address'],
    ...['Password must be at least 6 characters', 'Please enter your email address', 'Please confirm your password'],
    ...['Passwords do not match', 'Passwords do not match.', 'Password must be at least 6 characters.'],
    ...['No reset token provided.', 'No verification token provided'],
    ...['Please enter a description', 'Please describe what happened', 'User not authenticated'],
    ...['Invalid response from server', 'Invalid data format from server'],
    ...['Please enter a name for the API key', 'Please enter a Reddit URL'],
    'Are you sure you want to delete this API key? This action cannot be undone.',
    'Please enter a valid Reddit URL (e.g., https://www.reddit.com/r/subreddit/comments/postid/title/)',
  ],
  '7 The calls the product makes': ['An error occurred'],
  '8 Signing in and registering': [
    ...['Login failed. Please check your credentials.', 'Login failed', 'Guest login failed'],
    'Please verify your email address before logging in. You can resend the verification email below.',
    'Registration failed. Please try again.',
    'Registration successful! Please check your email to verify your account.',
    'If an account with this email exists, you will receive a password reset link shortly.',
    'Failed to send reset email. Please try again.',
    'If an account with this email exists and is not verified, a verification email has been sent.',
    'Failed to send verification email. Please try again.',
    ...['Email verified successfully! You can now log in.', 'Failed to verify email. Please try again.'],
    'Password reset successfully! You can now log in with your new password.',
    'Failed to reset password. Please try again.',
    ...['No authentication token', 'Failed to get user info', 'Your session has expired. Please log in again.'],
  ],
  '8 Anecdotes': [
    ...['Failed to load data', 'Failed to load anecdotes', 'Failed to fetch anecdotes', 'Failed to delete anecdote'],
    ...['Failed to create anecdote', 'Failed to update anecdote', 'Failed to save anecdote'],
    ...['Failed to get tag statistics', 'Anecdote not found', 'Failed to load anecdote for editing'],
    ...['Anecdote not found for linking', 'Failed to load anecdote for linking'],
  ],
  '8 Location': [
    'Location not found. Please try a different search term.',
    'Failed to search for location. Please try again.',
  ],
  '8 API keys': [
    ...['Failed to load API keys', 'Failed to create API key', 'Failed to delete API key'],
    ...['Failed to update API key status', 'Failed to copy to clipboard', 'API key copied to clipboard!'],
    ...['API key deleted successfully', 'API key status updated successfully'],
    "API key created successfully! Copy it now as it won't be shown again.",
  ],
  '8 Import': ['Import failed', 'Failed to import from Reddit: 7'],
  '9 Relative time': ['Today', 'Yesterday', '7 days ago'],
  'Decision 13': ['Not available for the guest account'],
};

/** Texts in the code of the services and of the mock data service. */
const answered: Record<string, readonly string[]> = {
  '5 Validation rules': [
    ...['Please enter both username and password', 'Please enter your username', 'Please enter your password'],
    ...['Please choose a username', 'Please enter a valid email address', 'Passwords do not match'],
    ...['Please enter a description', 'Please enter a name for the API key', 'Search query cannot be empty'],
  ],
  '8 Signing in and registering': [
    ...['Login failed. Please check your credentials.', 'Your session has expired. Please log in again.'],
    'Registration successful! Please check your email to verify your account before logging in.',
    'If an account with this email exists, you will receive a password reset link shortly.',
    'If an account with this email exists and is not verified, a verification email has been sent.',
    'Email verified successfully! You can now log in.',
    'Password reset successfully! You can now log in with your new password.',
  ],
  '8 Anecdotes and API keys': ['Anecdote not found', 'API key deleted successfully'],
  '8 Mock errors': ['Simulated network error', 'Failed to save data', 'NETWORK_ERROR', 'STORAGE_ERROR'],
  'Decisions 6, 13 and 14': [
    ...['This username is already taken', 'Not available for the guest account'],
    'This connection would create a loop',
  ],
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const catalogued = new Set<string>();
for (const file of sources('web/src', /(?:^|[/-])strings\.ts$/)) collect(await import(file), catalogued);
const written = new Set(
  ['contracts/src', 'command-service/src', 'web/src/mock']
    .flatMap((folder) => sources(folder, /(?<!\.test)\.ts$/))
    .flatMap((file) => literals(readFileSync(file, 'utf8'))),
);

describe.each(Object.entries(shown))('specification, section %s', (_section, texts) => {
  test.each(texts)('the web app contains the text: %s', (text) => {
    expect(catalogued).toContain(text);
  });
});

describe.each(Object.entries(answered))('specification, section %s', (_section, texts) => {
  test.each(texts)('the services contain the text: %s', (text) => {
    expect(written).toContain(text);
  });
});

test('the text for an empty list of API keys begins as the specification says', () => {
  expect([...catalogued].some((text) => text.startsWith("You haven't created any API keys yet"))).toBe(true);
});

/** The files below `folder` whose path matches `name`. */
function sources(folder: string, name: RegExp): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => name.test(file)).map((file) => join(root, folder, file));
}

/** Adds every text within `value` to `texts`; functions are called with 7 and 9. */
function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'function') collect(called(value as (...values: number[]) => unknown), texts);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, texts);
}

/** The result of `text(7, 9)`; undefined if that throws, because it takes parameters of other types. */
function called(text: (...values: number[]) => unknown): unknown {
  try {
    return text(7, 9);
  } catch {
    return undefined;
  }
}

/** The string literals of a source text that do not span lines. */
function literals(source: string): string[] {
  return [...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map(([, single, double]) => single ?? double ?? '');
}
