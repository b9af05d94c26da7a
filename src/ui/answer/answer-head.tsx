import type { ReactNode } from 'react';
import type { Failure } from '../../base/failure.ts';
import { Icon } from '../shared/icons.tsx';

interface HeadProps {
  readonly badge: ReactNode;
  /** The best value, with its unit. */
  readonly best?: { readonly words: string; readonly unit: string } | undefined;
  /** The same in another unit. */
  readonly beside?: string | undefined;
  readonly where: string | undefined;
  readonly whereId?: string;
  readonly title?: string;
  readonly effort: string | undefined;
  readonly className?: string;
}

/** The first line of an answer: value, configuration, what is sure of it, and effort. */
export const AnswerHead = (props: HeadProps) => (
  <div className={`result-line result-head ${props.className ?? ''}`}>
    {props.best && (
      <span className="result-minimum one-line" data-testid="minimum">
        {props.best.words}
        <small>{props.best.unit}</small>
      </span>
    )}
    {props.beside !== undefined && <span className="one-line note">{props.beside}</span>}
    <span
      className="result-where grow strong-text"
      data-testid={props.whereId ?? 'optima'}
      title={props.title}
    >
      {props.where}
    </span>
    <span className="result-badges inline-row">{props.badge}</span>
    {props.effort !== undefined && <span className="one-line note">{props.effort}</span>}
  </div>
);

interface FailureProps {
  readonly title: string;
  readonly failure: Partial<Pick<Failure, 'message' | 'hint'>>;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Instead of an answer: the fault, and what to do about it. */
export const FailureCard = ({ title, failure, className, children }: FailureProps) => (
  <div role="alert" data-testid="failure" className={className}>
    <p className="failure-title row strong-text">
      <Icon name="error" />
      {title}
    </p>
    <p className="failure-words">
      {failure.message} <span className="soft-text">{failure.hint}</span>
    </p>
    {children}
  </div>
);
