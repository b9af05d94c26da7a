import { IconButton } from '../shared/icon-button.tsx';
import { Icon } from '../shared/icons.tsx';
import { useProblems } from '../shared/problems.ts';

/** A fault that nothing else on the page has told. */
export function ProblemLine() {
  const { message, dismiss } = useProblems();
  if (message === null) return null;
  return (
    <div className="problem-line" role="alert">
      <Icon name="error" size={14} />
      <p>Something went wrong in the page: {message}. Your kernel is kept.</p>
      <IconButton icon="close" label="Dismiss" onPress={dismiss} />
    </div>
  );
}
