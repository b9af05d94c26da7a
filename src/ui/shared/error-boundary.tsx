import { Component, type ErrorInfo, type ReactNode, Suspense } from 'react';
import { Button } from 'react-aria-components';
import { NotFetched } from './fetched.tsx';
import { KeptWords } from './kept-words.tsx';
import { PanelMessage } from './panel-message.tsx';

interface Props {
  /** For the message: `the chart`. */
  readonly what: string;
  /** Shown while its code is fetched. */
  readonly waiting?: ReactNode;
  readonly children: ReactNode;
}

type State = { readonly error: Error | null };

/** Confines a fault, or a wait for code, to its panel. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(`could not show ${this.props.what}`, error, info.componentStack);
  }

  readonly #again = (): void => {
    const { error } = this.state;
    if (error instanceof NotFetched) error.forget();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return <Suspense fallback={this.props.waiting}>{this.props.children}</Suspense>;
    return (
      <div role="alert" className="panel-message-frame">
        <PanelMessage icon="error" title={`Could not show ${this.props.what}`}>
          {error.message}. <KeptWords />{' '}
          <Button className="button link" onPress={this.#again}>
            Try again
          </Button>
          {error instanceof NotFetched && (
            <>
              {' or '}
              <Button className="button link" onPress={() => location.reload()}>
                load the page again
              </Button>
            </>
          )}
        </PanelMessage>
      </div>
    );
  }
}
