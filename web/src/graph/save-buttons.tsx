import { notifyError } from '../lib/messages.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import styles from './graph-tools.module.css';
import { lookOf } from './look.ts';
import type { ChainGraph } from './model.ts';
import { pngFile, svgFile, svgOf } from './picture.ts';
import { graphStrings as strings } from './strings.ts';

const kinds = ['PNG', 'SVG'] as const;

type SaveButtonsProps = {
  graph: ChainGraph;
  /** The name of saved files, and the number of their pixels per unit of the graph. */
  file: string;
  scale: number;
};

/** Buttons that save a graph as a PNG or SVG image. */
export function SaveButtons({ graph, file, scale }: SaveButtonsProps) {
  const save = async (kind: (typeof kinds)[number]) => {
    try {
      const svg = svgOf(graph, lookOf(document.body), scale);
      saveFile(kind === 'SVG' ? svgFile(svg) : await pngFile(svg), `${file}.${kind.toLowerCase()}`);
    } catch {
      notifyError(strings.saveFailed);
    }
  };
  return (
    <span className={styles.saves}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="quiet"
          title={strings.saveAs(kind)}
          aria-label={strings.saveAs(kind)}
          onClick={() => void save(kind)}
        >
          {kind}
        </Button>
      ))}
    </span>
  );
}
