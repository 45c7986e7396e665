import type { TaskStep } from '@medley/client/browser';
import { useMemo, useRef, type ReactNode } from 'react';
import { StatusDot } from '../../components/status-badge';
import { useWidth } from '../../components/use-width';
import { useMessages } from '../../i18n/locale';
import { layoutGraph, NODE_HEIGHT, NODE_WIDTH } from './layout-graph';
import { taskMessages } from './task-messages';
import './step-graph.css';

/** A graph wider than its card is made smaller, as far as its names can still be read. */
const SCALE_MIN = 0.72;

export interface Selection {
  selected: string;
  onSelect: (id: string) => void;
}

/** What depends on what. */
export function StepGraph({
  steps,
  selected,
  onSelect,
}: Selection & { steps: readonly TaskStep[] }): ReactNode {
  const messages = useMessages(taskMessages);
  const { nodes, edges, width, height } = useMemo(() => layoutGraph(steps), [steps]);
  const frame = useRef<HTMLDivElement>(null);
  const available = useWidth(frame);
  const zoom = available === 0 ? 1 : Math.min(1, Math.max(SCALE_MIN, available / width));
  return (
    <div className="graph" role="group" aria-label={messages.graph}>
      <div ref={frame} />
      <div className="graph-field" style={{ width, height, zoom }}>
        <svg width={width} height={height} aria-hidden="true">
          {edges.map(({ from, to, path }) => (
            <path
              key={`${from} ${to}`}
              className={from === selected || to === selected ? 'graph-edge graph-edge-on' : 'graph-edge'}
              d={path}
            />
          ))}
        </svg>
        {nodes.map(({ step, x, y }) => (
          <button
            key={step.id}
            type="button"
            className={`graph-node graph-node-${step.status}`}
            style={{ left: x, top: y, width: NODE_WIDTH, height: NODE_HEIGHT }}
            aria-pressed={step.id === selected}
            onClick={() => onSelect(step.id)}
          >
            <StatusDot status={step.status} />
            <span className="graph-names">
              <span className="clip">{step.id}</span>
              {step.id !== step.name && <span className="clip graph-kind">{step.name}</span>}
              {step.reused && <span className="graph-kind">{messages.reused}</span>}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
