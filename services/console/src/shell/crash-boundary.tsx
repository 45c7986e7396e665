import { Component, type ReactNode } from 'react';
import { ErrorState } from '../components/states';

/** A defect of one screen is shown in its place; another address begins anew. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    // The page anew: after an upgrade of the service its old parts are gone.
    return <ErrorState error={this.state.error} onRetry={() => location.reload()} />;
  }
}
