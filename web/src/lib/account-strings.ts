/** The error messages of account fields; only the screens with such fields load them. */
export const accountStrings = {
  username: 'Please choose a username',
  usernameLength: 'Please choose a username of at most 50 characters',
  email: 'Please enter a valid email address',
  emailMissing: 'Please enter your email address',
  newPassword: 'Password must be at least 6 characters',
  passwordLength: 'Password must be at most 128 characters',
  blankPassword: 'Password must not be blank',
  repeatPassword: 'Please confirm your password',
  mismatch: 'Passwords do not match',
  currentPassword: 'Please enter your password',
  allFields: 'Please fill in all fields',
} as const;
