import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

/** A round button that shows nothing but an icon; `label` is its name. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  const classes = [styles.button, className].filter(Boolean).join(' ');
  return <button type="button" aria-label={label} {...rest} className={classes} />;
}
