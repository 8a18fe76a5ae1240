import { render, screen } from '@testing-library/react';
import { Field } from './field.js';

describe('a field', () => {
  it('says in a sentence of its own what is wrong', () => {
    render(<Field label="Name" problem="must not be empty" />);
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name must not be empty.');
  });
});
