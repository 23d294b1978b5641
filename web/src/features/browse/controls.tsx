import { Link } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { type Filter, isFiltering, toggleTag } from '../../anecdote/filter.ts';
import { circleWords, periodWords } from '../../anecdote/filter-words.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { Tag } from '../../anecdote/tag.tsx';
import { isListView, type Sorting, type View, views } from '../../anecdote/view.ts';
import { printPage } from '../../lib/printing.ts';
import { strings } from '../../lib/strings.ts';
import { useShowMaps } from '../../map/show-maps.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CloseIcon, DownloadIcon, FilterIcon, PlaceIcon, PrintIcon } from '../../ui/icons.tsx';
import { passFocus } from '../../ui/pass-focus.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import styles from './controls.module.css';
import { FilterChip } from './filter-chip.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { browseStrings } from './strings.ts';

const sortings = Object.entries(browseStrings.sortings) as [Sorting, string][];

type ControlsProps = {
  /** The button that shows the filters; it gets the focus of chips that disappear. */
  toggle: RefObject<HTMLButtonElement | null>;
  view: View;
  onView: (view: View) => void;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  sorting: Sorting;
  onSorting: (sorting: Sorting) => void;
  results: string;
};

/** View switch, filters and the line with the number of results. */
export function Controls({ toggle, view, onView, filter, onFilter, sorting, onSorting, results }: ControlsProps) {
  const [open, setOpen] = useState(false);
  const isList = isListView(view);
  const [showsMaps, setShowsMaps] = useShowMaps();
  const section = useRef<HTMLElement>(null);
  useFocusAfterRemoval(section);
  /** Applies a filter in which the pressed chip is missing. */
  const clear = (part: Partial<Filter>) => {
    passFocus(document.activeElement, toggle.current);
    onFilter({ ...filter, ...part });
  };
  return (
    <section ref={section} className={`${styles.controls} row`} aria-label={browseStrings.view}>
      <SegmentedControl
        label={browseStrings.view}
        value={view}
        options={views.map((each) => [each, anecdoteStrings.views[each]] as const)}
        onChange={onView}
      />
      <Button
        ref={toggle}
        className={styles.toggle}
        aria-expanded={open}
        aria-controls="filters"
        onClick={() => setOpen(!open)}
      >
        <FilterIcon />
        <span>{open ? browseStrings.hideFilters : browseStrings.showFilters}</span>
      </Button>
      {isList && (
        <Button className={styles.toggle} onClick={() => setShowsMaps(!showsMaps)}>
          <PlaceIcon />
          <span>{showsMaps ? browseStrings.hideMaps : browseStrings.showMaps}</span>
        </Button>
      )}
      {isList && filter.q !== '' && (
        <SegmentedControl label={browseStrings.sort} value={sorting} options={sortings} onChange={onSorting} />
      )}
      {filter.tags.map((tag) => (
        <Tag
          key={tag}
          name={tag}
          title={browseStrings.removeFilter(tag)}
          pressed
          onClick={() => clear({ tags: toggleTag(filter.tags, tag) })}
        >
          <CloseIcon size={12} />
        </Tag>
      ))}
      <FilterChip name={periodWords(filter)} onClear={() => clear({ period: 'all', from: '', to: '' })} />
      <FilterChip name={circleWords(filter)} onClear={() => clear({ near: '' })} />
      <div className={`${styles.summary} row`}>
        <p className="secondary tabular" role="status">
          {results}
        </p>
        <div className={`${styles.files} unprinted`}>
          {isFiltering(filter) && filter.as_of === undefined && (
            <Link
              to="/account"
              search={filter}
              hash="export"
              className={`${buttonClass('quiet')} ${styles.print}`}
              title={browseStrings.exportList}
            >
              <DownloadIcon />
              <span className="visually-hidden">{browseStrings.exportList}</span>
            </Link>
          )}
          <Button variant="quiet" className={styles.print} title={strings.common.print} onClick={printPage}>
            <PrintIcon />
            <span className="visually-hidden">{strings.common.print}</span>
          </Button>
        </div>
      </div>
      <div id="filters" className={styles.panel} hidden={!open}>
        {open && <FilterPanel filter={filter} onFilter={onFilter} onClear={clear} />}
      </div>
    </section>
  );
}
