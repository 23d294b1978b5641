import { useState } from 'react';
import { descendsFrom, parentOf, type StoryGraph } from './model.ts';
import { graphStrings as strings } from './strings.ts';

/** How links are changed in a picture. */
export type Editing = {
  isOn: boolean;
  toggle: () => void;
  /** The node for which the one that it continues is being chosen. */
  carried: string | undefined;
  carry: (node: string | undefined) => void;
  /** Why the last or the next drop is refused. */
  refusal: string | undefined;
  /** Why `child` cannot continue `parent`; undefined when it can. */
  refusalOf: (child: string, parent: string) => string | undefined;
  onRefusal: (refusal: string | undefined) => void;
  /** Lets `child` continue `parent`, unless that is refused. */
  drop: (child: string, parent: string) => void;
  /** Ends what `child` continues. */
  unlink: (child: string) => void;
  /** Does what a key means for the node that has the focus; false when it means nothing. */
  press: (key: string, node: string) => boolean;
};

/** Changes links of `graph` through `onLink`, which gets a node, and what it continues from now on. */
export function useEditing(graph: StoryGraph, onLink: (child: string, parent: string | null) => void): Editing {
  const [isOn, setIsOn] = useState(false);
  const [carried, setCarried] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const carry = (node: string | undefined) => {
    setRefusal(undefined);
    setCarried(node);
  };
  const refusalOf = (child: string, parent: string) => {
    if (descendsFrom(graph, parent, child)) return strings.loop;
    return parentOf(graph, child) === parent ? strings.alreadyLinked : undefined;
  };
  const drop = (child: string, parent: string) => {
    const reason = refusalOf(child, parent);
    setRefusal(reason);
    if (reason !== undefined) return;
    setCarried(undefined);
    onLink(child, parent);
  };
  const unlink = (child: string) => {
    if (graph.hasNode(child) && parentOf(graph, child) !== undefined) onLink(child, null);
  };
  const press = (key: string, node: string) => {
    if (!isOn) return false;
    if (key === 'c') carry(node);
    else if (key === 'Delete') unlink(node);
    else if (key === 'Escape' && carried !== undefined) carry(undefined);
    else if (key === 'Enter' && carried !== undefined) drop(carried, node);
    else return false;
    return true;
  };
  const toggle = () => {
    carry(undefined);
    setIsOn(!isOn);
  };
  return { isOn, toggle, carried, carry, refusal, refusalOf, onRefusal: setRefusal, drop, unlink, press };
}
